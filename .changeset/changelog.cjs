// Writes the changelogs: one line for each changeset. Versions of dependencies are left out, since all packages have the
// same version.

/** @type {import('@changesets/types').ChangelogFunctions} */
module.exports = {
  getReleaseLine: async ({ summary }) => `- ${summary.trim()}`,
  getDependencyReleaseLine: async () => '',
};
