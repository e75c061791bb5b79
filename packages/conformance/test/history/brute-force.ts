import type { History, Operation } from '@location-records/conformance';
import type { Location } from '@location-records/core';

/** Whether operations on one identifier are linearizable, by trying all orders. */
export function fitsSomeOrder(operations: History, record?: Location): boolean {
  if (operations.every(({ outcome }) => !outcome)) return true;
  return operations.some((operation) => {
    const others = operations.filter((other) => other !== operation);
    if (others.some(({ outcome }) => outcome && outcome.at < operation.called)) return false;
    const { result, next } = effect(operation, record);
    if (operation.outcome && JSON.stringify(operation.outcome.result) !== JSON.stringify(result))
      return false;
    return fitsSomeOrder(others, next) || (!operation.outcome && fitsSomeOrder(others, record));
  });
}

function effect({ method, location }: Operation, record: Location | undefined) {
  switch (method) {
    case 'get':
      return { result: record, next: record };
    case 'put':
      return { result: undefined, next: location };
    case 'replace':
      return { result: record !== undefined, next: record && location };
    case 'delete':
      return { result: undefined, next: undefined };
  }
}
