// Preloaded into every server: sends the CPU time of all its threads and its memory when asked, also without
// its garbage.
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

process.on('message', (message) => {
  if (message === 'collect') {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
  }
  if (message === 'usage' || message === 'collect')
    process.send?.({ ...process.cpuUsage(), ...process.memoryUsage() });
});
// The channel must not keep the server alive.
process.channel?.unref();
