// `npm run build`: installs and builds what is not installed or built yet.
import { setUp } from './set-up.mjs';
import { runMain } from './workspace.mjs';

await runMain(setUp);
