import { type ChainProfile, chains } from '@outrigger/core'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { createPublicClient, custom, type Hex, http, numberToHex, type PublicClient, parseAbi } from 'viem'
import { estimateOperatorFee } from 'viem/op-stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { estimateTransactionFee } from './estimateTransactionFee.ts'
import { FeeSourceMissingError, TransactionRefusedError } from './feeErrors.ts'

let devnet: Devnet<'ethereum' | 'base' | 'arbitrum'>
beforeAll(async () => {
  devnet = await startDevnet({ chains: ['ethereum', 'base', 'arbitrum'], blockTimeMs: 0, silent: true })
}, 120_000)
afterAll(() => devnet.close())

type Name = 'ethereum' | 'base' | 'arbitrum'
const clientOf = (name: Name, { viemChain }: ChainProfile = chains[name]): PublicClient =>
  createPublicClient({ chain: viemChain ?? undefined, transport: http(devnet.chains[name].rpcUrl) })
const request = () => ({ from: devnet.accounts.deployer.address, to: devnet.accounts.deployer.address, value: 1n })

/** A node of another chain: the answers to some methods are that chain's, all others the devnet's. */
function answering(chain: ChainProfile, answers: Readonly<Record<string, (params: unknown) => unknown>>): PublicClient {
  const node = clientOf('ethereum')
  const ask = async ({ method, params }: { method: string; params?: unknown }) =>
    answers[method]?.(params) ?? node.request({ method, params } as never)
  return createPublicClient({
    chain: chain.viemChain ?? undefined,
    transport: custom({ request: ask }, { retryCount: 0 }),
  })
}

test('ethereum: gas at base fee and tip, and blobs at the blob fee', async () => {
  const { tiers, gasLimit, source } = await estimateTransactionFee(clientOf('ethereum'), request())
  expect([gasLimit, source]).toEqual([21_000n, null])
  for (const parts of Object.values(tiers)) {
    expect(parts).toMatchObject({ l1: 0n, operator: 0n, blob: 0n, execution: 21_000n * parts.gasPrice })
    expect(parts.total).toBe(parts.execution)
  }
  expect(tiers.instant.total).toBeGreaterThanOrEqual(tiers.slow.total)
  const withBlobs = await estimateTransactionFee(clientOf('ethereum'), { ...request(), blobs: 3 })
  const blobBaseFee = await clientOf('ethereum').getBlobBaseFee()
  expect(withBlobs.tiers.slow.blob).toBe(3n * 131_072n * blobBaseFee)
})

test('base: the L1 fee and the operator fee are in it, as GasPriceOracle tells them', async () => {
  const client = clientOf('base')
  const abi = parseAbi([
    'function setOperatorFee(uint32,uint64)',
    'function getOperatorFee(uint256) view returns (uint256)',
  ])
  const { client: owner } = devnet.chains.base
  await owner.writeContract({
    ...{ account: devnet.accounts.deployer, address: addresses.opStack.l1Block, abi },
    ...{ functionName: 'setOperatorFee', args: [5, 77n], chain: null },
  })
  const small = await estimateTransactionFee(client, request())
  const large = await estimateTransactionFee(client, {
    ...request(),
    gas: 100_000n,
    data: `0x${Array.from({ length: 900 }, (_, index) => ((index * 7919) % 251).toString(16).padStart(2, '0')).join('')}`,
  })
  expect(small.tiers.slow.operator).toBe(21_000n * 5n * 100n + 77n)
  const fromL1Block = await estimateOperatorFee(client, {
    account: devnet.accounts.deployer.address,
    to: devnet.accounts.deployer.address,
    value: 1n,
    l1BlockAddress: addresses.opStack.l1Block,
  } as never)
  expect(small.tiers.slow.operator).toBe(fromL1Block)
  expect(small.tiers.slow.l1).toBeGreaterThan(0n)
  expect(large.tiers.slow.l1).toBeGreaterThan(small.tiers.slow.l1)
  const { execution, l1, operator, total } = small.tiers.fast
  expect(total).toBe(execution + l1 + operator)
  expect(small.source).toContain('GasPriceOracle')
})

test('arbitrum: what L1 takes is told apart, within what NodeInterface says', async () => {
  const { gasLimit, tiers } = await estimateTransactionFee(clientOf('arbitrum'), {
    ...request(),
    data: `0x${'ab'.repeat(60)}`,
  })
  const { execution, l1, gasPrice, total } = tiers.standard
  expect(l1).toBeGreaterThan(0n)
  expect(execution + l1).toBe(gasLimit * gasPrice)
  expect(total).toBe(gasLimit * gasPrice)
})

test('mantle, scroll, linea and zksync by their own rules', async () => {
  const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
  const seen: Hex[] = []
  const call = (answers: Readonly<Record<Hex, bigint>>) => (params: unknown) => {
    const [{ data }] = params as [{ data: Hex }]
    seen.push(data)
    const answer = answers[data.slice(0, 10) as Hex]
    return answer === undefined ? undefined : word(answer)
  }
  const getL1Fee = '0x49948e0e'
  const mantle = answering(chains.mantle, {
    eth_call: call({
      [getL1Fee]: 1000n,
      '0x275aedd2': 9n,
      '0x06f837d3': 3020n,
    }),
  })
  const scroll = answering(chains.scroll, { eth_call: call({ [getL1Fee]: 1234n }) })
  const linea = answering(chains.linea, {
    linea_estimateGas: () => ({ gasLimit: '0x5208', baseFeePerGas: '0x7', priorityFeePerGas: numberToHex(10n ** 12n) }),
  })
  const zksync = answering(chains.zksync, {
    zks_estimateFee: () => ({
      gas_limit: '0x30d40',
      max_fee_per_gas: numberToHex(10n ** 12n),
      gas_per_pubdata_limit: '0x1',
    }),
  })
  expect((await estimateTransactionFee(scroll, request())).tiers.slow.l1).toBe(1234n)
  // Signed: longer than the 100 bytes that it is without.
  expect((seen.at(-1) as Hex).length).toBeGreaterThan(2 * 160)
  expect((await estimateTransactionFee(linea, request())).tiers.slow).toMatchObject({ gasPrice: 10n ** 12n + 7n })
  const { gasLimit, tiers } = await estimateTransactionFee(zksync, request())
  expect([gasLimit, tiers.slow.total]).toEqual([200_000n, 200_000n * 10n ** 12n])
  expect((await estimateTransactionFee(mantle, request())).tiers.slow).toMatchObject({ l1: 3_020_000n, operator: 9n })
})

test('without the chain’s own contracts there is no estimate, and one that would fail is refused', async () => {
  // A plain node that says it is Base: no predeploys.
  const plain = clientOf('ethereum', chains.base)
  await expect(estimateTransactionFee(plain, request(), { chain: chains.base })).rejects.toThrow(FeeSourceMissingError)
  await expect(
    estimateTransactionFee(clientOf('ethereum'), {
      ...request(),
      ...{ to: addresses.multicall3, data: '0xdeadbeef', value: 0n },
    }),
  ).rejects.toThrow(TransactionRefusedError)
})
