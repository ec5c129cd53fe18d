import {
  type BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  encodeErrorResult,
  http,
  InternalRpcError,
  keccak256,
  LimitExceededRpcError,
  MethodNotFoundRpcError,
  parseAbi,
  ResourceUnavailableRpcError,
} from 'viem'
import { mainnet } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { AllProvidersFailedError, type RpcAnswerError, UncertainWriteError } from './errors.ts'
import type { Script } from './fixtures/provider.ts'
import {
  balanceAt,
  countOf,
  create,
  createThree,
  first,
  hex,
  pool,
  second,
  useTwoProviders,
} from './fixtures/twoProviders.ts'

useTwoProviders()

describe('a write that is answered with a malformed error', () => {
  const write = { method: 'eth_sendRawTransaction', params: ['0x02f800'] }
  const hash = keccak256('0x02f800')
  const refuse = (error: unknown) => {
    first.scripts['eth_sendRawTransaction'] = ({ id }) => ({ id, result: null, error })
    second.scripts['eth_sendRawTransaction'] = ({ id }) => ({ id, result: hash })
  }

  it.each([['nonce too low'], [{ message: 'nonce too low' }], [{ code: 'E1', message: 'nonce too low' }]])(
    'is refused in its words: %j',
    async (error) => {
      create()
      refuse(error)
      const failure: RpcAnswerError = await pool.relay(write).catch((cause) => cause)
      expect(failure).toMatchObject({ code: 'RPC_ANSWER', rpcCode: -32000, rpcMessage: 'nonce too low' })
      expect(JSON.parse(failure.text)).toEqual({ code: -32000, message: 'nonce too low' })
      expect(countOf(second, 'eth_sendRawTransaction')).toBe(0)
    },
  )

  it.each([['rate limit exceeded'], [{ message: 'Too Many Requests' }], [429]])(
    'goes to the next endpoint if the message says that it was not accepted: %j',
    async (error) => {
      create()
      refuse(error)
      expect(await pool.send(write)).toMatchObject({ result: hash, role: 'backup' })
    },
  )

  it.each([[true], [''], [{}], [[]]])('is uncertain without a message: %j', async (error) => {
    create()
    refuse(error)
    await expect(pool.send(write)).rejects.toThrow(UncertainWriteError)
  })

  it('is also rejected in a batch', async () => {
    create({ maxBatch: 8 })
    for (const { scripts } of [first, second])
      scripts['eth_getTransactionByHash'] = ({ id }) => ({ id, result: null, error: { reason: 'out of service' } })
    const reads = Array.from({ length: 40 }, (_, index) => ({
      method: 'eth_getTransactionByHash',
      params: [`0x${index}`],
    }))
    const outcomes = await Promise.allSettled(reads.map((read) => pool.send(read)))
    expect(first.state.batches.length + second.state.batches.length).toBeGreaterThan(0)
    expect(outcomes.map(({ status }) => status)).toEqual(reads.map(() => 'rejected'))
  })
})

const refusal = (code: number, message: string, data?: unknown) => ({
  code,
  message,
  ...(data !== undefined && { data }),
})
const denied =
  (error: unknown, status = 200): Script =>
  ({ id }, response) => {
    response.statusCode = status
    return { id, error }
  }

const gone: Script = (_, response) => {
  response.destroy()
  return ''
}

describe('a refusal because of the plan', () => {
  const trace = { method: 'trace_filter', params: [{ fromBlock: '0x1', toBlock: '0x2' }] }
  const free = refusal(-32600, 'trace_filter is not available on the Free tier - upgrade to Pay As You Go for access.')

  it.each([
    ['under -32600', free, 200],
    ['under -32602', { ...free, code: -32602 }, 200],
    ['with status 403', refusal(-32602, 'Archive requests require a personal token.'), 403],
    ['with status 402', refusal(-32000, 'You have used all credits of this month.'), 402],
    ['with status 401', refusal(-32000, 'Unauthorized: You must authenticate with an API key.'), 401],
    ['in words nobody has seen', refusal(-32602, 'not for you'), 200],
  ])('%s asks the next endpoint', async (_, error, status) => {
    create()
    first.scripts['trace_filter'] = denied(error, status)
    second.scripts['trace_filter'] = ({ id }) => ({ id, result: [] })
    expect(await pool.send(trace)).toMatchObject({ result: [], role: 'backup' })
  })

  it('from all endpoints is reported as a missing method, which clients can work around', async () => {
    create({ endpoints: [{ url: first.url, wsUrl: false }] })
    first.scripts['trace_filter'] = denied(free)
    const failure: RpcAnswerError = await pool.send(trace).catch((cause) => cause)
    expect(failure).toMatchObject({ code: 'RPC_ANSWER', rpcCode: -32601 })
    expect(failure.rpcMessage).toMatch(/^The method trace_filter does not exist\/is not available\. .*Free tier/)
    expect(JSON.parse(failure.text)).toMatchObject({ code: -32601, message: failure.rpcMessage })
    const viaViem = createPublicClient({ chain: mainnet, transport: pool.transport }).request(trace as never)
    await expect(viaViem).rejects.toThrow(MethodNotFoundRpcError)
  })

  it('does not open the circuit under any HTTP status', async () => {
    create()
    for (const method of ['eth_getBalance', 'eth_call', 'eth_getLogs'])
      first.scripts[method] = denied(refusal(-32602, 'Archive requests require a personal token.'), 403)
    for (let at = 1; at <= 5; at += 1) await pool.send(balanceAt(hex(at)))
    expect(pool.report().endpoints[0]).toMatchObject({ status: 'healthy' })
  })
})

describe('an error that blames the request with unknown words', () => {
  const call = { method: 'debug_storageRangeAt', params: ['odd'] }
  const odd = (number: number) => denied(refusal(-32602, `strange request ${number}`))

  it('is the answer as soon as a second endpoint sends the same', async () => {
    const third = await createThree()
    for (const [index, { scripts }] of [first, second, third].entries()) scripts[call.method] = odd(index)
    await expect(pool.send(call)).rejects.toMatchObject({ rpcCode: -32602, rpcMessage: 'strange request 0' })
    expect([first, second, third].map((provider) => countOf(provider, call.method))).toEqual([1, 1, 0])
  })

  it('is the answer if no other endpoint is available', async () => {
    create({ hedgeDelayMs: 4000 })
    await pool.send({ method: 'eth_blockNumber' })
    first.scripts[call.method] = odd(1)
    second.scripts['*'] = gone
    await expect(pool.send(call)).rejects.toMatchObject({ code: 'RPC_ANSWER', rpcCode: -32602 })
  })
})

describe('a write method that providers lack', () => {
  it.each(['wallet_sendCalls', 'eth_sendTransaction'])('is a missing method for viem: %s', async (method) => {
    create()
    for (const { scripts } of [first, second])
      scripts[method] = denied(refusal(-32600, `Unsupported method: ${method}.`))
    const client = createPublicClient({ chain: mainnet, transport: pool.transport })
    const failure = await client.request({ method, params: [] } as never).catch((cause: unknown) => cause)
    expect(failure).toBeInstanceOf(MethodNotFoundRpcError)
    expect((failure as MethodNotFoundRpcError).details).toMatch(`The method ${method} does not exist/is not available`)
  })

  it('fails with details that viem can read if no endpoint can be reached', async () => {
    create()
    for (const { scripts } of [first, second]) scripts['*'] = gone
    const client = createPublicClient({ chain: mainnet, transport: pool.transport })
    const failure = await client.request({ method: 'wallet_getCapabilities' } as never).catch((cause: unknown) => cause)
    expect(failure).toMatchObject({ details: '' })
  })
})

describe('a failure of all endpoints with different messages', () => {
  const address = `0x${'01'.repeat(20)}` as const

  it.each([
    ['a limit', refusal(-32005, 'daily request count exceeded'), 200, LimitExceededRpcError],
    ['a limit with its status', refusal(-32005, 'slow down'), 429, LimitExceededRpcError],
    ['a fault inside', refusal(-32603, 'odd thing happened'), 200, InternalRpcError],
    ['a resource that is away', refusal(-32002, 'odd thing happened'), 200, ResourceUnavailableRpcError],
    ['a missing method that every node has', refusal(-32601, 'odd thing happened'), 200, MethodNotFoundRpcError],
  ])('has the class that viem gives to the first one over http(): %s', async (_, error, status, expected) => {
    create()
    first.scripts['eth_getBalance'] = denied(error, status)
    second.scripts['eth_getBalance'] = denied({ ...error, message: 'something else happened' }, status)
    const failureOver = (transport: typeof pool.transport | ReturnType<typeof http>) =>
      createPublicClient({ chain: mainnet, transport })
        .getBalance({ address })
        .catch((cause: BaseError) => cause)
    const failure = (await failureOver(pool.transport)) as BaseError
    const direct = (await failureOver(http(first.url, { retryCount: 0 }))) as BaseError
    for (const each of [failure, direct]) {
      expect(each).toBeInstanceOf(expected)
      expect(each).toMatchObject({ code: error.code, details: error.message })
    }
    expect(failure.message).toMatch(/^primary: .*\nbackup: /m)
    expect(failure.walk((cause) => cause instanceof AllProvidersFailedError)).not.toBeNull()
  })
})

describe('a revert', () => {
  const call = { method: 'eth_call', params: [{ to: `0x${'02'.repeat(20)}`, data: '0x' }, 'latest'] }
  const reason = encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: ['K'] })

  it.each([
    ['geth', refusal(3, 'execution reverted: K', reason)],
    ['Nethermind', refusal(-32015, 'VM execution error.', `Reverted ${reason}`)],
    ['Besu', refusal(-32000, 'Execution reverted', reason)],
    ['Hardhat', refusal(-32603, 'Error: VM Exception', { message: 'reverted', data: reason })],
    [
      'a wallet',
      refusal(-32603, 'Internal JSON-RPC error.', { originalError: { message: 'execution reverted', data: reason } }),
    ],
    [
      'Ganache',
      refusal(-32000, 'VM Exception while processing transaction: revert K', {
        [`0x${'aa'.repeat(32)}`]: { error: 'revert', return: reason },
      }),
    ],
    [
      'Ganache 7',
      refusal(-32000, 'VM Exception while processing transaction: revert K', { hash: null, result: reason }),
    ],
  ])('of %s is the answer, with its data, though the backup is away', async (_, error) => {
    create()
    first.scripts['eth_call'] = denied(error)
    second.scripts['*'] = gone
    await expect(pool.send(call)).rejects.toMatchObject({ code: 'RPC_ANSWER', isRevert: true, data: reason })
    const client = createPublicClient({ chain: mainnet, transport: pool.transport })
    const abi = parseAbi(['function f()'])
    const failure = await client
      .readContract({ address: `0x${'02'.repeat(20)}`, abi, functionName: 'f' } as never)
      .catch((cause: BaseError) => cause.walk((each) => each instanceof ContractFunctionRevertedError))
    expect((failure as ContractFunctionRevertedError).reason).toBe('K')
  })

  it('without data has its reason in the message', async () => {
    create()
    first.scripts['eth_call'] = denied(refusal(-32015, 'VM execution error.', 'revert: K'))
    await expect(pool.send(call)).rejects.toMatchObject({ rpcMessage: 'VM execution error. (revert: K)' })
    await expect(pool.send(call)).rejects.toThrow(/revert: K/)
  })
})

it('keeps its own words for viem if every provider refuses its client', async () => {
  create()
  for (const { scripts } of [first, second])
    scripts['eth_getBalance'] = ({ id }) => ({ id, error: { code: -32000, message: 'Must be authenticated!' } })
  const client = createPublicClient({ chain: mainnet, transport: pool.transport })
  const failure = await client.getBalance({ address: `0x${'01'.repeat(20)}` }).catch((error: BaseError) => error)
  expect(failure).toMatchObject({
    shortMessage: expect.stringContaining('No ethereum provider answered eth_getBalance'),
  })
})
