/** An option has a value that cannot work. Thrown at once by the function that was given it. */
export class OptionError extends TypeError {
  override readonly name = 'OptionError';
  readonly code = 'INVALID_OPTION';
  /** The name of the option. */
  readonly option: string;

  constructor(option: string, expected: string) {
    super(`The option "${option}" must be ${expected}.`);
    this.option = option;
  }
}
