import { messageMutants } from './message-mutants.ts';
import { protocolMutants } from './protocol-mutants.ts';

export { naiveServer, readToTheEnd } from './naive-server.ts';

/** Servers that each break one rule. */
export const serverMutants = [...messageMutants, ...protocolMutants];
