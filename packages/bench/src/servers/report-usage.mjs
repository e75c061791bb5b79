// Preloaded into every server, also on Bun and Deno: sends the CPU time of all its threads when it is asked. `/proc`
// counts in steps of 10 ms, or leaves out the threads that have ended.
import process from 'node:process';

process.on('message', (message) => {
  if (message === 'usage') process.send?.(process.cpuUsage());
});
// The channel must not keep the server alive.
process.channel?.unref();
