import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ChainProfile, chains } from '@outrigger/core'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { createPublicClient, custom, type Hex, http, keccak256, numberToHex, type PublicClient, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { estimateOperatorFee } from 'viem/op-stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getNextBlobBaseFee } from '../blobs/getNextBlobBaseFee.ts'
import { getGasPrice } from '../getGasPrice.ts'
import { estimateTransactionFee } from './estimateTransactionFee.ts'
import { FeeSourceMissingError, TransactionRefusedError } from './feeErrors.ts'
import type { FeeRequest } from './transactionFee.ts'

let devnet: Devnet<'ethereum' | 'base' | 'arbitrum'>
beforeAll(async () => {
  devnet = await startDevnet({ chains: ['ethereum', 'base', 'arbitrum'], blockTimeMs: 0, silent: true })
}, 120_000)
afterAll(() => devnet.close())

type Name = 'ethereum' | 'base' | 'arbitrum'
const clientOf = (name: Name, { viemChain }: ChainProfile = chains[name]): PublicClient =>
  createPublicClient({ chain: viemChain ?? undefined, transport: http(devnet.chains[name].rpcUrl) })
/** A node that answers every request of one method with an error. */
async function serveError(method: string, error: unknown) {
  const server = createServer(async (question, answer) => {
    let text = ''
    for await (const part of question) text += part
    const { id, method: asked } = JSON.parse(text)
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify({ jsonrpc: '2.0', id, ...(asked === method ? { error } : { result: '0x1' }) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}
const request = () => ({ from: devnet.accounts.deployer.address, to: devnet.accounts.deployer.address, value: 1n })

/** A node of another chain: some methods return that chain's values, all others the devnet's. */
function answering(chain: ChainProfile, answers: Readonly<Record<string, (params: unknown) => unknown>>): PublicClient {
  const node = clientOf('ethereum')
  const ask = async ({ method, params }: { method: string; params?: unknown }) =>
    answers[method]?.(params) ?? node.request({ method, params } as never)
  return createPublicClient({
    chain: chain.viemChain ?? undefined,
    transport: custom({ request: ask }, { retryCount: 0 }),
  })
}

test('ethereum: charges gas at base fee and tip, and blobs at the blob fee', async () => {
  const { tiers, gasLimit, source } = await estimateTransactionFee(clientOf('ethereum'), request())
  expect([gasLimit, source]).toEqual([21_000n, null])
  for (const parts of Object.values(tiers)) {
    expect(parts).toMatchObject({ l1: 0n, operator: 0n, blob: 0n, execution: 21_000n * parts.gasPrice })
    expect(parts.total).toBe(parts.execution)
  }
  expect(tiers.instant.total).toBeGreaterThanOrEqual(tiers.slow.total)
  const withBlobs = await estimateTransactionFee(clientOf('ethereum'), { ...request(), blobs: 3 })
  const blobBaseFee = await getNextBlobBaseFee(clientOf('ethereum'), chains.ethereum)
  expect(withBlobs.tiers.slow.blob).toBe(3n * 131_072n * blobBaseFee)
})

/** Code that copies its calldata's length into a storage slot of the account that runs it. */
const writer = '0x00000000000000000000000000000000000b0123'
async function authorize() {
  const account = privateKeyToAccount(`0x${'ab'.repeat(32)}`)
  return account.signAuthorization({ contractAddress: writer, chainId: 0, nonce: 0 })
}
const accessList = [{ address: writer, storageKeys: [keccak256('0x00'), keccak256('0x01')] }] as const

test.each(['ethereum', 'base', 'arbitrum'] as const)(
  '%s: authorizations and access lists are paid for, and their code runs',
  async (name) => {
    const client = clientOf(name)
    await devnet.chains[name].client.setCode({ address: writer, bytecode: '0x3660005500' })
    const estimate = (lists: Partial<FeeRequest>) => estimateTransactionFee(client, { ...request(), ...lists })
    const [authorization, plain] = [await authorize(), await estimate({})]
    // 25,000 gas each, and 2,400 for the address with 1,900 for each key.
    const signed = await estimate({ authorizationList: [authorization, authorization] })
    expect(Number(signed.gasLimit - plain.gasLimit) / 50_000).toBeCloseTo(1, 3)
    const listed = await estimate({ accessList })
    expect(Number(listed.gasLimit - plain.gasLimit) / 6_200).toBeCloseTo(1, 3)
    expect(signed.tiers.fast.total).toBeGreaterThan(plain.tiers.fast.total)
    if (name === 'base') {
      // The lists increase the L1 data.
      expect(listed.tiers.slow.l1).toBeGreaterThan(plain.tiers.slow.l1)
      expect(signed.tiers.slow.l1).toBeGreaterThan(listed.tiers.slow.l1)
    }
    // The call to the account with the authorized code writes to its storage.
    const to = privateKeyToAccount(`0x${'ab'.repeat(32)}`).address
    const called = await estimate({ to, value: 0n, data: '0x01', authorizationList: [authorization] })
    expect(called.gasLimit - plain.gasLimit).toBeGreaterThan(25_000n + 20_000n)
  },
)

test('rejects transactions that no chain accepts, with the reason', async () => {
  const client = clientOf('ethereum')
  const refuse = async (change: Partial<FeeRequest>, reason: RegExp, chain: ChainProfile = chains.ethereum) => {
    const error = await estimateTransactionFee(client, { ...request(), ...change }, { chain }).catch((cause) => cause)
    expect(error).toMatchObject({ code: 'TRANSACTION_REFUSED', message: expect.stringMatching(reason) })
    expect(error.message).not.toContain('Check its sender')
  }
  const authorization = await authorize()
  await refuse({ gas: 16_777_217n }, /16777217 gas.*16777216 \(EIP-7825\)/)
  await refuse({ gas: 20_999n }, /gas limit is 20999.*needs 21000/)
  await refuse({ gas: 45_999n, authorizationList: [authorization] }, /needs 46000/)
  await refuse({ blobs: 7 }, /7 blobs.*6 \(EIP-7594\)/)
  await refuse({ blobs: 3 }, /3 blobs.*2 \(EIP-7594\)/, chains.gnosis)
  await refuse({ blobs: 1 }, /base does not accept transactions with blobs/, chains.base)
  await refuse({ blobs: 1, authorizationList: [authorization] }, /both blobs and authorizations/)
  const { to: _, ...creation } = request()
  for (const list of [{ blobs: 1 }, { authorizationList: [authorization] }])
    await expect(estimateTransactionFee(client, { ...creation, ...list, data: '0x00' })).rejects.toThrow(
      /needs a recipient/,
    )
  expect((await estimateTransactionFee(client, { ...request(), gas: 16_777_216n })).gasLimit).toBe(16_777_216n)
})

test('the estimate is not too low if the node ignores the lists', async () => {
  const node = answering(chains.ethereum, { eth_estimateGas: () => '0x5208' })
  const authorizationList = [await authorize()]
  const { gasLimit } = await estimateTransactionFee(node, { ...request(), authorizationList, accessList })
  expect(gasLimit).toBe(21_000n + 25_000n + 6_200n)
})

test.each([
  ['bad opcode', { code: -32603, message: 'EVM error InvalidFEOpcode' }],
  ['Nethermind', { code: -32015, message: 'VM execution error.', data: 'Reverted 0x' }],
  ['Erigon', { code: -32000, message: 'gas required exceeds allowance (0)' }],
  ['Parity', { code: -32016, message: 'The execution failed due to an exception.' }],
  ['Besu', { code: -32000, message: 'Transaction processing could not be completed due to an exception' }],
  ['ZKsync', { code: 3, message: 'failed to validate the transaction. reason: Account validation error' }],
])('a transaction that fails is refused in the words of %s', async (_, error) => {
  const request_ = { ...request(), data: '0xfe' } as const
  const server = await serveError('eth_estimateGas', error)
  const client = createPublicClient({ chain: chains.ethereum.viemChain ?? undefined, transport: http(server.url) })
  const price = await getGasPrice(clientOf('ethereum'))
  const refused = estimateTransactionFee(client, request_, { price })
  await expect(refused).rejects.toThrow(TransactionRefusedError)
  await expect(refused).rejects.toThrow(error.message.replace(/\.$/, ''))
  server.close()
})

test('an error of the node itself is not a rejection of the transaction', async () => {
  const price = await getGasPrice(clientOf('ethereum'))
  for (const error of [
    { code: -32601, message: 'the method eth_estimateGas does not exist/is not available' },
    { code: -32005, message: 'rate limit exceeded' },
    { code: 429, message: 'Too many requests' },
  ]) {
    const server = await serveError('eth_estimateGas', error)
    const transport = http(server.url, { retryCount: 0 })
    const client = createPublicClient({ chain: chains.ethereum.viemChain ?? undefined, transport })
    const failed = await estimateTransactionFee(client, request(), { price }).catch((cause) => cause)
    expect(failed).toBeInstanceOf(Error)
    expect(failed).not.toBeInstanceOf(TransactionRefusedError)
    server.close()
  }
})

test('base: includes the L1 fee and the operator fee of GasPriceOracle', async () => {
  const client = clientOf('base')
  const abi = parseAbi([
    'function setOperatorFee(uint32,uint64)',
    'function getOperatorFee(uint256) view returns (uint256)',
  ])
  const { client: owner } = devnet.chains.base
  await owner.writeContract({
    account: devnet.accounts.deployer,
    address: addresses.opStack.l1Block,
    abi,
    functionName: 'setOperatorFee',
    args: [5, 77n],
    chain: null,
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

test('arbitrum: reports the L1 part separately, within the total of NodeInterface', async () => {
  const { gasLimit, tiers } = await estimateTransactionFee(clientOf('arbitrum'), {
    ...request(),
    data: `0x${'ab'.repeat(60)}`,
  })
  const { execution, l1, gasPrice, total } = tiers.standard
  expect(l1).toBeGreaterThan(0n)
  expect(execution + l1).toBe(gasLimit * gasPrice)
  expect(total).toBe(gasLimit * gasPrice)
})

test('mantle, scroll, linea and zksync use their own rules', async () => {
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
  // With its signature the transaction is longer than 100 bytes.
  expect((seen.at(-1) as Hex).length).toBeGreaterThan(2 * 160)
  expect((await estimateTransactionFee(linea, request())).tiers.slow).toMatchObject({ gasPrice: 10n ** 12n + 7n })
  const { gasLimit, tiers } = await estimateTransactionFee(zksync, request())
  expect([gasLimit, tiers.slow.total]).toEqual([200_000n, 200_000n * 10n ** 12n])
  expect((await estimateTransactionFee(mantle, request())).tiers.slow).toMatchObject({ l1: 3_020_000n, operator: 9n })
})

test('arbitrum: reports the reason of a failing transaction, although NodeInterface does not have it', async () => {
  const failing = estimateTransactionFee(clientOf('arbitrum'), {
    ...request(),
    to: addresses.multicall3,
    data: '0xdeadbeef',
  })
  await expect(failing).rejects.toThrow(TransactionRefusedError)
})

test('throws without the chain’s own contracts, and rejects a transaction that would fail', async () => {
  // A plain node with the chain id of Base, without predeploys.
  const plain = clientOf('ethereum', chains.base)
  await expect(estimateTransactionFee(plain, request(), { chain: chains.base })).rejects.toThrow(FeeSourceMissingError)
  await expect(
    estimateTransactionFee(clientOf('ethereum'), {
      ...request(),
      to: addresses.multicall3,
      data: '0xdeadbeef',
      value: 0n,
    }),
  ).rejects.toThrow(
    expect.objectContaining({
      name: TransactionRefusedError.name,
      message: expect.stringMatching(/Check its sender, value and data\.$/),
    }),
  )
})
