import { libraryBuild } from '../workspace/src/library-build.ts';

// What is loaded when it is needed is in files of its own. Without `treeshake`, see the core.
export default libraryBuild({ index: 'src/index.ts' }, { splitting: true, treeshake: true });
