/** How long to wait before a call that failed is made again, each time, in milliseconds: a minute altogether. */
export const pauses: readonly number[] = [
  100, 200, 500, 1000, 2000, 4000, 5000, 5000, 5000, 5000, 5000, 5000, 5000, 5000, 5000, 7200,
];
