import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toReply as read, toMember, toReplies } from './envelope.ts'

const toReply = (body: string) => {
  const reply = read(body)
  return reply && { ...reply, text: toMember(reply.body, reply.error === null ? 'result' : 'error') }
}

test('the payload keeps every character that the provider wrote', () => {
  const payload = '{"gas":123456789012345678901234567890,"a":"\\u0041\\"}{","b":[1.0,{"c":"\\\\"}] }'
  for (const body of [
    `{"jsonrpc":"2.0","id":7,"result":${payload}}`,
    `{"jsonrpc":"2.0","result":${payload},"id":7}`,
    ` {\n "id" : 7 , "result" : ${payload} , "jsonrpc":"2.0"}\n`,
    `{"jsonrpc":"2.0","id":7,"result":${payload},"extra":true}`,
  ])
    expect(toReply(body)).toMatchObject({ id: 7, text: payload })
})

test('any JSON value is returned unchanged, next to any other members', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), fc.boolean(), (value, other, first) => {
      const body = first
        ? `{"jsonrpc":"2.0","id":1,"result":${value},"x":${other}}`
        : `{"x":${other},"result":${value},"id":1}`
      expect(toReply(body)).toMatchObject({ text: value })
      expect(toReplies(`[${body} ,{"id":2,"result":${other}}]`)?.map(({ body }) => toMember(body, 'result'))).toEqual([
        value,
        other,
      ])
    }),
    { numRuns: 500 },
  )
})

test('errors keep their text and unknown members', () => {
  const error = '{"code":3,"message":"execution reverted","data":"0x08c379a0","hint":1e3}'
  expect(toReply(`{"jsonrpc":"2.0","id":1,"error":${error}}`)).toMatchObject({ error: { code: 3 }, text: error })
  // geth never writes both members, but some proxies send `result: null` with the error.
  expect(toReply(`{"id":1,"result":null,"error":${error}}`)).toMatchObject({ text: error })
  expect(toReply('{"id":1,"result":"0x1","error":null}')).toMatchObject({ result: '0x1', text: '"0x1"' })
})

// JSON-RPC 2.0, section 5: `error` must not exist if there was no error.
test.each<[string, { readonly code: number; readonly message: string }]>([
  ['"already known"', { code: -32000, message: 'already known' }],
  ['{"message":"rate limited"}', { code: -32000, message: 'rate limited' }],
  ['{"code":"-32005","message":"slow down"}', { code: -32005, message: 'slow down' }],
  ['{"code":"SERVER_ERROR","message":"no"}', { code: -32000, message: 'no' }],
  ['{"code":-32005.5,"message":"no"}', { code: -32000, message: 'no' }],
  ['{"code":-32000}', { code: -32000, message: 'an error without a message' }],
  ['{"code":-32000,"message":null,"data":"nonce too low"}', { code: -32000, message: 'nonce too low' }],
  ['{"code":-32000,"message":{"text":"nonce too low"}}', { code: -32000, message: '{"text":"nonce too low"}' }],
  ['{"reason":"no credits"}', { code: -32000, message: '{"reason":"no credits"}' }],
  ['["no credits"]', { code: -32000, message: '["no credits"]' }],
  ['-32005', { code: -32005, message: 'an error without a message' }],
  ['0.5', { code: -32603, message: 'an error without a message' }],
  ['true', { code: -32603, message: 'an error without a message' }],
  ['false', { code: -32603, message: 'an error without a message' }],
  ['""', { code: -32603, message: 'an error without a message' }],
  ['{}', { code: -32603, message: 'an error without a message' }],
  ['[]', { code: -32603, message: 'an error without a message' }],
])('an error is an error in whatever form, and is passed on as a proper one: %s', (error, expected) => {
  for (const body of [`{"id":1,"result":null,"error":${error}}`, `{"id":1,"error":${error}}`]) {
    expect(toReply(body)).toMatchObject({ id: 1, error: expected })
    expect(JSON.parse(toReply(body)?.text ?? '')).toMatchObject(expected)
    expect(toReplies(`[${body},{"id":2,"result":1}]`)).toMatchObject([{ error: expected }, { result: 1 }])
  }
})

test('anything that is not a response returns null', () => {
  for (const body of ['', '{', '[]', 'null', '"x"', '{"id":1}', '{"result":1}', '{"jsonrpc":"2.0","id":1,"result":{"a'])
    expect(toReply(body)).toBeNull()
  expect(toReplies('{"id":1,"result":1}')).toBeNull()
  expect(toReplies('[{"id":1}]')).toBeNull()
})

test('the last value of a duplicate key counts, as in JSON.parse', () => {
  const body = '{"jsonrpc":"2.0","id":1,"result":1,"result":{"b":2}}'
  expect(toReply(body)).toMatchObject({ result: { b: 2 }, text: '{"b":2}' })
  expect(toMember('{"id": 12345678901234567890 }', 'id')).toBe('12345678901234567890')
})
