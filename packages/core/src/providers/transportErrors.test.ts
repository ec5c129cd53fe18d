import { createAnvil } from '@outrigger/devnet'
import { createFaultProxy, type Fault, type FaultProxy } from '@outrigger/devnet/faults'
import {
  type BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  fallback,
  NonceTooLowError,
  parseAbi,
  publicActions,
  TransactionExecutionError,
  toFunctionSelector,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chains } from '../chains/registry.ts'
import { AllProvidersFailedError, UncertainWriteError } from './errors.ts'
import { createProviderPool } from './pool.ts'
import type { ProviderPool, RpcRequest } from './poolTypes.ts'
import { until } from './streams/fixtures/until.ts'
import { toTransport } from './transport.ts'

const refuse: Fault = { kind: 'refuse' }
const denier = '0x00000000000000000000000000000000000000cc'
const abi = parseAbi(['error Denied()', 'function ask() view returns (uint256)'])
const account = privateKeyToAccount(`0x${'59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'}`)

let anvil: Awaited<ReturnType<typeof createAnvil>>
let proxies: readonly FaultProxy[]
let pool: ProviderPool
/** Every request from viem to the pool. */
let requests: RpcRequest[]

const setFaults = (fault: Fault) => Promise.all(proxies.map((proxy) => proxy.setFault(fault)))
const sent = () => proxies.reduce((sum, { stats }) => sum + (stats.byMethod['eth_sendRawTransaction'] ?? 0), 0)
const toCounted = () =>
  toTransport({
    ...pool,
    send(request, options) {
      requests.push(request)
      return pool.send(request, options)
    },
  })
const toWallet = () => createWalletClient({ account, chain: mainnet, transport: toCounted() }).extend(publicActions)
const failureOf = (answer: Promise<unknown>): Promise<BaseError> =>
  answer.then(
    () => expect.unreachable(),
    (e) => e,
  )

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1 })
  // PUSH4 selector PUSH0 MSTORE, PUSH1 4 PUSH1 28 REVERT
  const code = `0x63${toFunctionSelector('Denied()').slice(2)}5f526004601cfd`
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params: [denier, code] })
  await fetch(anvil.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
})
afterAll(() => anvil.close())
beforeEach(async () => {
  proxies = [await createFaultProxy({ target: anvil.rpcUrl }), await createFaultProxy({ target: anvil.rpcUrl })]
  pool = createProviderPool({ chain: chains.ethereum, endpoints: proxies.map(({ url }) => url) })
  requests = []
})
afterEach(async () => {
  await pool.close()
  await Promise.all(proxies.map((proxy) => proxy.close()))
})

describe('an error of the pool as a viem user sees it', () => {
  it("starts with the pool's message, and error.walk finds UncertainWriteError if the answer to a transaction is lost", async () => {
    await setFaults({ kind: 'slow', delayMs: 300 })
    const wallet = toWallet()
    const failing = failureOf(wallet.sendTransaction({ to: account.address, value: 1n }))
    await until('the transaction sent', () => sent() > 0, 20_000)
    await setFaults(refuse)
    const error = await failing
    expect(error).toBeInstanceOf(TransactionExecutionError)
    const uncertain = error.walk((cause) => cause instanceof UncertainWriteError) as UncertainWriteError
    expect(uncertain).toBeInstanceOf(UncertainWriteError)
    expect(UncertainWriteError.find(error)).toBe(uncertain)
    expect(UncertainWriteError.find(new TypeError('another'))).toBeUndefined()
    expect(error.shortMessage).toBe(
      `It is unknown whether transaction ${uncertain.hash} was accepted. ` +
        'It was not sent again. Check whether it is known before you sign another with the same nonce.',
    )
    expect(error.message).toMatch(/^It is unknown whether transaction 0x[\da-f]{64} was accepted\./)
    expect(error.message).toMatch(/^primary: /m)
    expect(error.message).not.toContain('unknown RPC error')
    expect(sent()).toBe(1)
  })

  it('lists the failure of every endpoint if none answers, in every viem action', async () => {
    await setFaults(refuse)
    const wallet = toWallet()
    const answers = {
      eth_getBalance: wallet.getBalance({ address: account.address }),
      eth_getBlockByNumber: wallet.getBlock(),
      eth_call: wallet.readContract({ address: denier, abi, functionName: 'ask' }),
      eth_estimateGas: wallet.estimateGas({ to: account.address, account: account.address, type: 'legacy' }),
      eth_getTransactionCount: wallet.getTransactionCount({ address: account.address }),
    }
    for (const [method, answer] of Object.entries(answers)) {
      const error = await failureOf(answer)
      expect(error.shortMessage).toBe(`No ethereum provider answered ${method}.`)
      expect(error.message).toMatch(/^primary: .*\nbackup: /m)
      const failed = error.walk((cause) => cause instanceof AllProvidersFailedError) as AllProvidersFailedError
      expect(failed.failures.map(({ endpoint }) => endpoint)).toEqual(['primary', 'backup'])
    }
  })

  it('is not retried by viem, also inside its fallback', async () => {
    await setFaults(refuse)
    const transport = fallback([toCounted()], { retryCount: 3 })
    const client = createPublicClient({ chain: mainnet, transport })
    const error = await failureOf(client.getBalance({ address: account.address }))
    expect(error.walk((cause) => cause instanceof AllProvidersFailedError)).not.toBeNull()
    const alone = createPublicClient({ chain: mainnet, transport: toCounted() })
    await failureOf(alone.request({ method: 'eth_blockNumber' }, { retryCount: 3 }))
    expect(requests.map(({ method }) => method)).toEqual(['eth_getBalance', 'eth_blockNumber'])
  })

  it("is viem's own class for reverts and rejected transactions", async () => {
    const wallet = toWallet()
    const denied = await failureOf(wallet.readContract({ address: denier, abi, functionName: 'ask' }))
    const revert = denied.walk((cause) => cause instanceof ContractFunctionRevertedError)
    expect((revert as ContractFunctionRevertedError).data?.errorName).toBe('Denied')
    const known = await wallet.getTransactionCount({ address: account.address })
    const parts = { to: account.address, value: 1n, gas: 21_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
    const hash = await wallet.sendTransaction({ ...parts, nonce: known })
    await wallet.waitForTransactionReceipt({ hash, pollingInterval: 50 })
    const stale = await failureOf(wallet.sendTransaction({ ...parts, value: 2n, nonce: known }))
    expect(stale.walk((cause) => cause instanceof NonceTooLowError)).not.toBeNull()
  })

  it('is an abort if the caller aborted', async () => {
    await setFaults({ kind: 'hang' })
    const cancel = new AbortController()
    const client = createPublicClient({ chain: mainnet, transport: toCounted() })
    const failing = failureOf(client.request({ method: 'eth_blockNumber' }, { signal: cancel.signal }))
    cancel.abort()
    expect((await failing).name).toBe('AbortError')
  })
})

describe("viem's batching", () => {
  it('joins simultaneous contract reads into one call of the pool', async () => {
    const client = createPublicClient({
      chain: mainnet,
      transport: toCounted(),
      batch: { multicall: { deployless: true } },
    })
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => client.call({ to: account.address, data: '0x' })))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect(requests.map(({ method }) => method)).toEqual(['eth_call'])
    const denied = await client.multicall({
      contracts: [{ address: denier, abi, functionName: 'ask' }],
      deployless: true,
    })
    expect(denied[0]?.error?.message).toContain('Denied()')
  })
})
