/** Something of Jest was used before Jest has it. */
export class OutsideTestError extends Error {
  override readonly name = 'OutsideTestError';
  readonly code = 'OUTSIDE_TEST';
}
