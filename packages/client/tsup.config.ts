import { libraryBuild } from '../workspace/src/library-build.ts';

export default libraryBuild({ index: 'src/index.ts' });
