// To be imported first (`node --import`): lets a process and its threads run the workspace from source.
import { isMainThread } from 'node:worker_threads';
import 'tsx';
import { register } from 'tsx/esm/api';

// On Node.js 20 tsx looks after the main thread only, and a store may have a thread of its own.
if (!isMainThread) register();
