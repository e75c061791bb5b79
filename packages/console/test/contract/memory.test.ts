import { createAreaMemoryStore } from '@location-records/core/areas';
import { registerContract } from './register-contract.ts';
import { inExpress, inProcess, onNodeHttp } from './serve-console.ts';

const open = async () => createAreaMemoryStore();

registerContract('on memory, in process', open, inProcess);
registerContract('on memory, on node:http below a base path', open, onNodeHttp);
registerContract('on memory, in Express below a mount path', open, inExpress);
