// Preloaded into every server, on Bun and Deno, too: tells the CPU time of all its threads when it is asked. `/proc`
// counts in steps of 10 ms, or forgets the threads that have ended.
import process from 'node:process';

process.on('message', (message) => {
  if (message === 'usage') process.send?.(process.cpuUsage());
});
// Being asked must not keep the server alive.
process.channel?.unref();
