/**
 * Tells at the end of a run how many tests passed, and which were left out for which reason. Where `CI` is
 * set, a test that is left out fails the run. A run without any test fails everywhere, since its filter is
 * wrong.
 */
export class LeftOutReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    /** @type {Map<string, number>} */
    const leftOut = new Map();
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result();
        counts[result.state]++;
        // A test that does not match `-t` is also skipped, without a note.
        if (result.state !== 'skipped' || !result.note) continue;
        const line = `${result.note}: ${module.relativeModuleId}`;
        leftOut.set(line, (leftOut.get(line) ?? 0) + 1);
      }
    }
    for (const [line, count] of [...leftOut].sort()) {
      process.stdout.write(`Left out, because ${line} (${count})\n`);
    }
    process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
    if (counts.passed + counts.failed + leftOut.size === 0) {
      fail('No test ran: no file, or no title, has the text of the filter in it.');
    }
    if (process.env.CI && leftOut.size > 0) fail('In CI nothing may be left out.');
  }
}

/** @param {string} reason */
function fail(reason) {
  process.stdout.write(`${reason}\n`);
  process.exitCode = 1;
}
