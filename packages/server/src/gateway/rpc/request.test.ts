import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rpcCodes } from './errors.ts'
import { type RpcBody, toRpcBody } from './request.ts'
import { scanIds } from './scan.ts'

const limits = { nesting: 64, batchItems: 100 }
const read = (text: string) => toRpcBody(text, limits)
const idsOf = (body: RpcBody) =>
  body.kind === 'batch' ? body.calls.map(({ id }) => id) : body.kind === 'single' ? [body.call.id] : []

describe('ids', () => {
  it.each([
    '1',
    '0',
    '-7',
    '1.0',
    '1e3',
    '9007199254740993',
    '123456789012345678901234567890',
    '"abc"',
    '"a\\"b\\\\"',
    '""',
    'null',
  ])('%s stays as it is written', (id) => {
    expect(idsOf(read(`{"jsonrpc":"2.0","method":"m","id":${id}}`))).toEqual([id])
    expect(
      idsOf(read(` { "params" : [{"id":5},"\\"id\\":6"] , "id" : ${id} , "jsonrpc":"2.0","method":"m"} `)),
    ).toEqual([id])
    const item = `{"jsonrpc":"2.0","method":"m","params":[[1,2],{"id":9}],"id":${id}}`
    const other = '{"jsonrpc":"2.0","method":"m"}'
    expect(idsOf(read(`[${item},${other},${item}]`))).toEqual([id, undefined, id])
  })

  it('the last of two counts, as for the parser', () => {
    expect(idsOf(read('{"id":1.0,"jsonrpc":"2.0","id":"x","method":"m"}'))).toEqual(['"x"'])
    expect(idsOf(read('{"id":"x","jsonrpc":"2.0","id":2.50,"method":"m"}'))).toEqual(['2.50'])
  })

  it('survive any JSON around them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer(), fc.string(), (params, number, key) => {
        const id = `${number}.0`
        const text = `{${JSON.stringify(`k${key}`)}:${JSON.stringify(key)},"params":${JSON.stringify([params])},"id":${id},"more":${JSON.stringify(params)}}`
        expect(scanIds(text, 1000)[0]).toBe(id)
        expect(scanIds(`[${text},7,${text}]`, 1000)).toEqual([id, undefined, id])
      }),
    )
  })
})

describe('requests that are none', () => {
  const faults: readonly (readonly [string, number, string])[] = [
    ['{', rpcCodes.parseError, 'null'],
    ['', rpcCodes.parseError, 'null'],
    ['{"jsonrpc":"2.0","method":"m","id":1', rpcCodes.parseError, 'null'],
    ['"\\', rpcCodes.parseError, 'null'],
    ['[]', rpcCodes.invalidRequest, 'null'],
    ['1', rpcCodes.invalidRequest, 'null'],
    ['null', rpcCodes.invalidRequest, 'null'],
    ['{}', rpcCodes.invalidRequest, 'null'],
    ['{"jsonrpc":"1.0","method":"m","id":1}', rpcCodes.invalidRequest, '1'],
    ['{"jsonrpc":"2.0","method":7,"id":"a"}', rpcCodes.invalidRequest, '"a"'],
    [`{"jsonrpc":"2.0","method":"${'m'.repeat(129)}","id":1}`, rpcCodes.invalidRequest, '1'],
    ['{"jsonrpc":"2.0","method":"m","id":{}}', rpcCodes.invalidRequest, 'null'],
    ['{"jsonrpc":"2.0","method":"m","id":[1]}', rpcCodes.invalidRequest, 'null'],
    ['{"jsonrpc":"2.0","method":"m","params":"x","id":3}', rpcCodes.invalidParams, '3'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, rpcCodes.invalidRequest, 'null'],
    ['['.repeat(500_000), rpcCodes.invalidRequest, 'null'],
    [JSON.stringify(Array(10_001).fill({})), rpcCodes.invalidRequest, 'null'],
  ]
  it.each(faults.map(([text, code, id]) => [text.slice(0, 60), text, code, id] as const))('%s', (_, text, code, id) => {
    const body = read(text)
    const fault = body.kind === 'faulty' ? body.fault : body.kind === 'single' ? body.call.fault : undefined
    expect(fault?.code).toBe(code)
    if (body.kind === 'single') expect(body.call.id).toBe(id)
  })

  it('do not spoil the good ones beside them', () => {
    const body = read('[1,{"jsonrpc":"2.0","method":"m","id":1},[]]')
    expect(body.kind === 'batch' && body.calls.map(({ fault }) => fault?.code)).toEqual([-32600, undefined, -32600])
  })
})

it('refuses each call of a batch that is too long', () => {
  const body = read(`[${Array.from({ length: 101 }, (_, id) => `{"jsonrpc":"2.0","method":"m","id":${id}}`).join()}]`)
  expect(body.kind === 'batch' && body.calls.map(({ id, fault }) => [id, fault?.code])).toEqual(
    Array.from({ length: 101 }, (_, id) => [String(id), -32600]),
  )
})

it('strings of quotes and backslashes are passed over in linear time', () => {
  const text = `{"id":1,"params":["${'\\\\'.repeat(250_000)}","${'\\"'.repeat(250_000)}"]}`
  expect(scanIds(text, 64)).toEqual(['1'])
}, 10_000)
