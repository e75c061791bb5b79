import { testOapif } from './oapif.ts';

// The page size that GDAL has by itself before version 3.8.
testOapif(2500, 10);
