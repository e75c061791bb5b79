import { testOapif } from './oapif.ts';

testOapif(100_000, 10_000);
