import { testOapif } from './oapif.ts';

// The page size that GDAL 3.6 has by itself.
testOapif(2500, 10);
