import { createAreaMemoryStore } from '@location-records/core/areas';
import { onNodeHttp, testConsole } from './serve-console.ts';

const open = async () => createAreaMemoryStore();

testConsole('on memory, in process', open);
testConsole('on memory, on node:http below a base path', open, onNodeHttp);
