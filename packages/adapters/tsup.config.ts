import { libraryBuild } from '../workspace/src/library-build.ts';

export default libraryBuild({ 'node/index': 'src/node/index.ts' });
