/**
 * An option, or an argument, has a value that cannot work, or there is no option of that name. Thrown at once by the
 * function that was given it; where that returns a promise, as a store's methods do, the promise rejects with it.
 */
export class OptionError extends TypeError {
  override readonly name = 'OptionError';
  readonly code = 'INVALID_OPTION';
  /**
   * The name of the option, or the path of the argument: `location.coordinates.latitude`; `options` when these are no
   * object at all.
   */
  readonly option: string;

  constructor(option: string, expected: string) {
    super(`The option "${option}" must be ${expected}.`);
    this.option = option;
  }
}
