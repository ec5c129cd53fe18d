import { describe, expect, it } from 'vitest'
import {
  findMethods,
  findRpcFailure,
  type OpenRpc,
  ParametersError,
  type RpcMethod,
  toBody,
  toCurl,
  toExample,
  toParams,
  toShown,
  toTypeText,
} from './openRpc.ts'

const method = (name: string, summary: string): RpcMethod => ({
  name,
  summary,
  params: [],
  examples: [{ params: [{ value: '0x1' }] }],
  'x-outrigger-cost': { description: '' },
  'x-outrigger-policy': { description: '', served_by: '', transports: [], write: false },
})

it('finds methods by words of their name and summary', () => {
  const methods = [method('eth_getCode', 'Returns the code of a contract.'), method('eth_call', 'Executes a call.')]
  const find = (text: string) => findMethods({ servers: [], methods } satisfies OpenRpc, text).map(({ name }) => name)
  expect([find(''), find('GET contract'), find('call'), find('nothing')]).toEqual([
    ['eth_getCode', 'eth_call'],
    ['eth_getCode'],
    ['eth_call'],
    [],
  ])
})

it('names types', () => {
  expect(toTypeText({ anyOf: [{ $ref: '#/components/schemas/Hash' }, { type: 'null' }] })).toBe('Hash or null')
  expect(toTypeText({ type: 'array', items: { enum: ['a', 'b'] } })).toBe('array of a, b')
})

describe('parameters', () => {
  it('are a JSON array, or nothing', () => {
    expect(toParams(toExample(method('m', '')))).toEqual(['0x1'])
    expect(toParams(' ')).toEqual([])
    for (const text of ['{}', '[', '7']) expect(() => toParams(text)).toThrow(ParametersError)
  })

  it('are sent with all digits', () => {
    expect(toBody('m', '[12345678901234567890]')).toContain('"params":[12345678901234567890]}')
  })

  it('cannot leave the quotes of a shell command', () => {
    const command = toCurl('http://127.0.0.1:1/ethereum/rpc', 'm', `["'; rm -rf /; '"]`)
    expect(command).toContain(`"params":["'\\''; rm -rf /; '\\''"]}'`)
  })
})

describe('a response', () => {
  it('with an error is told in words', () => {
    const toText = (error: object) => JSON.stringify({ error })
    expect(findRpcFailure(200, '{"result":1}')).toBeUndefined()
    expect(findRpcFailure(200, toText({ code: 3, message: 'execution reverted' }))).toBe(
      'The call reverted: execution reverted (3)',
    )
    expect(findRpcFailure(403, toText({ code: 'METHOD_NOT_ALLOWED', message: 'Needs more.' }))).toBe(
      'Needs more. (METHOD_NOT_ALLOWED)',
    )
    expect(findRpcFailure(401, toText({ code: 'INVALID_API_KEY' }))).toContain('Sign in again')
    expect(findRpcFailure(502, '<html>')).toBe('The node answers 502.')
  })

  it('is shown up to a limit', () => {
    expect(toShown('{"a":1}')).toEqual({ shown: '{\n  "a": 1\n}', isWhole: true })
    const { shown, isWhole } = toShown(JSON.stringify('x'.repeat(2_000_000)))
    expect([shown.length, isWhole]).toEqual([20_000, false])
  })
})
