import { libraryBuild } from '../workspace/src/library-build.ts';

export default libraryBuild({ index: 'src/index.ts', 'files/index': 'src/files/index.ts' });
