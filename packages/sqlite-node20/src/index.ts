// A separate package, because package managers skip an optional dependency whose `engines` do not match, together
// with its dependencies. On Node.js with `node:sqlite` built in, the large binaries are therefore not installed.
export * from '@photostructure/sqlite';
