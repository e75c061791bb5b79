import { createAreaMemoryStore } from '@location-records/core/areas';
import { bulkCases } from './bulk-cases.ts';
import { eventCases } from './event-cases.ts';
import { onExpress, onNodeHttp, testConsole } from './serve-console.ts';

const open = async () => createAreaMemoryStore();

testConsole('on memory, in process', open);
testConsole('on memory, on node:http below a base path', open, onNodeHttp);
testConsole('on memory, in Express behind a body parser', open, onExpress, [...bulkCases, ...eventCases]);
