// Reads each file whose path it gets as an import does, and sends the outcome with the peak of its memory.
import { inspectFile } from '@location-records/formats/files';

/** What a terminal would obey, and what is no message in one line. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

process.on('message', async (/** @type {string} */ path) => {
  // The peak that the system reports would be that of the parent, from which this process was made.
  let memory = 0;
  const look = () => {
    memory = Math.max(memory, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 10);
  const problem = await problemOf(path);
  look();
  clearInterval(timer);
  process.send?.({ problem, memory });
});

/**
 * Returns what is wrong with how a file is read; nothing if it is read or refused in one line.
 *
 * @param {string} path
 */
async function problemOf(path) {
  try {
    const { fault, notes, records } = await inspectFile(path);
    const texts = fault ? [fault.message, ...notes] : [...notes];
    if (!fault) {
      for await (const entries of records()) {
        for (const entry of entries) if ('reason' in entry) texts.push(entry.reason, entry.suggestion ?? '');
      }
    }
    const bad = texts.find((text) => hidden.test(text) || text.length > 5000);
    return bad && `says ${JSON.stringify(bad.slice(0, 200))}`;
  } catch (error) {
    const { name, message, stack } = /** @type {Error} */ (error);
    if (name !== 'FormatError' && name !== 'FileError') return `fails: ${stack}`;
    return hidden.test(message) || message.length > 6000
      ? `fails with ${JSON.stringify(message)}`
      : undefined;
  }
}
