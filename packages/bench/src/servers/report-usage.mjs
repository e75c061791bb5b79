// Preloaded into every server: sends the CPU time of all its threads and its memory when asked.
import process from 'node:process';

process.on('message', (message) => {
  if (message === 'usage') process.send?.({ ...process.cpuUsage(), ...process.memoryUsage() });
});
// The channel must not keep the server alive.
process.channel?.unref();
