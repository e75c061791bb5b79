import assert from 'node:assert/strict';

const location = '{"coordinates":{"latitude":48.8584,"longitude":2.2945}}';
const url = 'http://127.0.0.1/locations';

/** Puts an example through its paces; `ask` sends a request to the service that lives under `/locations`. */
export async function askExample(ask: (request: Request) => Promise<Response>): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  assert.equal(await textOf(ask(new Request(url))), '200 []');
  const record = `${url}/tower`;
  assert.equal(await textOf(ask(new Request(record, { method: 'POST', headers, body: location }))), '200 ');
  assert.equal(await textOf(ask(new Request(record))), `200 ${location}`);
  assert.equal(
    await textOf(ask(new Request(record, { method: 'PATCH' }))),
    '405 {"error_message":"Method not allowed"}',
  );
  assert.equal(await textOf(ask(new Request(record, { method: 'DELETE' }))), '200 ');
  assert.equal(await textOf(ask(new Request(`${url}/a/b`))), '404 {"error_message":"Route not found"}');
}

async function textOf(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  return `${response.status} ${await response.text()}`;
}
