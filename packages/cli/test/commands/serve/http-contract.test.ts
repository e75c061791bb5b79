import { describe } from 'vitest';
import { registerContractOf } from './contract-of-command.ts';

// Neither the log nor its explanations change a response.
describe('the command on memory, with --log json --explain', () => {
  registerContractOf({ command: 'serve', flags: ['--log', 'json', '--explain', '--store', 'memory:'] });
});
