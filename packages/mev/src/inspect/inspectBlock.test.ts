import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { type Address, createPublicClient, custom, http, type PublicClient, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspectBlock } from './inspectBlock.ts'
import { BlockUnavailableError } from './readBlock.ts'

const router: Address = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const abi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function approve(address spender, uint256 amount) returns (bool)',
])
const [attacker, victim]: readonly [Address, Address] = [
  '0x00000000000000000000000000000000000a77ac',
  '0x00000000000000000000000000000000000b1c71',
]
const deadline = 10n ** 12n

let devnet: Devnet
let blockNumber: bigint
let hashes: readonly string[]

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  const { client } = devnet.chains.ethereum
  const { WETH, USDC } = addresses.tokens
  const path = [WETH.address, USDC.address] as const
  for (const address of [attacker, victim]) {
    await client.setBalance({ address, value: parseEther('1000') })
    await client.impersonateAccount({ address })
  }
  const write = { chain: null, abi, address: router, gas: 400_000n, maxFeePerGas: 10n ** 12n } as const
  await client.writeContract({
    ...write,
    account: attacker,
    address: USDC.address,
    functionName: 'approve',
    args: [router, 2n ** 255n],
  })
  const amounts = await client.readContract({
    abi,
    address: router,
    functionName: 'getAmountsOut',
    args: [parseEther('20'), path],
  })
  await client.setAutomine(false)
  const buy = (account: Address, value: bigint, maxPriorityFeePerGas: bigint) =>
    client.writeContract({
      ...write,
      account,
      value,
      maxPriorityFeePerGas,
      functionName: 'swapExactETHForTokens',
      args: [0n, path, account, deadline],
    })
  hashes = [
    await buy(attacker, parseEther('20'), 9n * 10n ** 9n),
    await buy(victim, parseEther('10'), 8n * 10n ** 9n),
    await client.writeContract({
      ...write,
      account: attacker,
      maxPriorityFeePerGas: 7n * 10n ** 9n,
      functionName: 'swapExactTokensForETH',
      args: [amounts.at(-1) ?? 0n, 0n, [...path].reverse(), attacker, deadline],
    }),
  ]
  await client.mine({ blocks: 1 })
  blockNumber = await client.getBlockNumber()
}, 120_000)
afterAll(() => devnet?.[Symbol.asyncDispose]())

/** Creates a client of a node that lacks some methods. */
function createClient(lacks: readonly string[]): PublicClient {
  const { request } = createPublicClient({ transport: http(devnet.chains.ethereum.rpcUrl) })
  return createPublicClient({
    transport: custom({
      request: async ({ method, params }) => {
        if (lacks.includes(method)) throw Object.assign(new TypeError('the method does not exist'), { code: -32601 })
        return request({ method, params })
      },
    }),
  })
}

describe('inspectBlock', () => {
  it('finds a sandwich in a block of real contracts, independent of the node’s methods', async () => {
    const tracers = ['trace_block', 'debug_traceBlockByHash']
    const inspections = await Promise.all(
      [[], ['trace_block'], tracers, [...tracers, 'eth_getBlockReceipts']].map((lacks) =>
        inspectBlock(createClient(lacks), { blockNumber }),
      ),
    )
    expect(inspections.map(({ traceSource }) => traceSource)).toEqual([
      'trace_block',
      'debug_traceBlockByHash',
      null,
      null,
    ])
    expect(new Set(inspections.map(({ findings }) => findings[0]?.profitWei)).size).toBe(1)
    for (const { findings, skipped, blockNumber: number } of inspections) {
      expect({ number, skipped }).toEqual({ number: blockNumber, skipped: [] })
      expect(findings).toMatchObject([{ kind: 'sandwich', transactions: hashes, details: { attacker } }])
      const [profit = 0n] = Object.values(findings[0]?.profit ?? {})
      // The attacker bought for 20 ether and sold after a victim of 10 ether. The remaining difference is the pool's fee.
      expect(profit > parseEther('-1') && profit < parseEther('2')).toBe(true)
    }
  })

  it('reports a future block with the latest block number', async () => {
    const inspected = inspectBlock(createClient([]), { blockNumber: 10n ** 9n })
    await expect(inspected).rejects.toThrow(BlockUnavailableError)
    await expect(inspected).rejects.toThrow(/not mined yet: the latest block is \d+/)
  })

  it('fails if a provider fails instead of omitting data', async () => {
    const { request } = createPublicClient({ transport: http(devnet.chains.ethereum.rpcUrl) })
    const client = createPublicClient({
      transport: custom(
        {
          request: async ({ method, params }) => {
            if (method === 'eth_getBlockReceipts')
              throw Object.assign(new TypeError('limit exceeded'), { code: -32005 })
            return request({ method, params })
          },
        },
        { retryCount: 0 },
      ),
    })
    await expect(inspectBlock(client, { blockNumber })).rejects.toThrow('limit exceeded')
  })
})
