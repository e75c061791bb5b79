// The client that each program of this folder tests: it removes a record, and tries again when the connection breaks.
// With FORGETFUL=1 it does not try again, which each program must notice.
const attempts = process.env.FORGETFUL === '1' ? 1 : 2;

/**
 * @param {string} url the URL of a record
 */
export async function remove(url) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(url, { method: 'DELETE' });
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}
