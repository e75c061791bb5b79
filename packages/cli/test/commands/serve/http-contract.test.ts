import { describe } from 'vitest';
import { registerContractOf } from './contract-of-command.ts';

// Neither the log nor its explanations change a response, nor do area queries beside the service.
describe('the command on memory, with --log json --explain --areas', () => {
  registerContractOf({
    command: 'serve',
    flags: ['--log', 'json', '--explain', '--areas', '--store', 'memory:'],
  });
});
