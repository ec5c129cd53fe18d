import { BaseError } from '@outrigger/core'
import { type Abi, type Address, concatHex, encodeDeployData, encodeFunctionData, type Hex, toHex } from 'viem'
import { type DevnetClient, pauseAutomine, requestAny } from '../chain/client.ts'
import type { Artifact } from './artifacts.ts'

export type Call = {
  readonly to: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args?: readonly unknown[]
  readonly value?: bigint
  readonly from?: Address
}

/** Puts contracts on a chain that mines every transaction at once and accepts any sender. */
export type Deployer = {
  readonly client: DevnetClient
  readonly admin: Address
  /** Wherever the admin's nonce leads. */
  deploy(artifact: Artifact, args?: readonly unknown[]): Promise<Address>
  deployAt(address: Address, artifact: Artifact, args?: readonly unknown[]): Promise<void>
  send(call: Call): Promise<void>
  /** Many small calls, in as few blocks as hold them; each sender's in order. */
  sendMany(calls: readonly Call[]): Promise<void>
}

type Transaction = { from: Address; to?: Address; data?: Hex; value?: bigint }
type Receipt = { status: Hex; contractAddress: Address | null }

const gas = toHex(16_000_000)
const smallGas = toHex(100_000)
const batchSize = 500

export function toDeployer(client: DevnetClient, admin: Address): Deployer {
  const transact = async (transaction: Transaction): Promise<Receipt> => {
    const { value = 0n, ...rest } = transaction
    const params = [{ ...rest, value: toHex(value), gas }]
    const receipt = await requestAny<Receipt>(client, 'eth_sendTransactionSync', params)
    if (receipt.status === '0x1') return receipt
    // Asked again as a call, the same transaction says why it failed.
    const cause = await requestAny(client, 'eth_call', [...params, 'latest']).catch((error: unknown) => error)
    throw new DeployError(transaction.to, { cause })
  }

  return {
    client,
    admin,
    async deploy(artifact, args = []) {
      const { contractAddress } = await transact({ from: admin, data: creationCode(artifact, args) })
      if (!contractAddress) throw new DeployError(undefined)
      return contractAddress
    },
    // The creation code runs as the code of the final address, so constructor, storage, events and `address(this)` are
    // those of a deployment there; what it returns is the runtime code with its immutables.
    async deployAt(address, artifact, args = []) {
      await client.setCode({ address, bytecode: creationCode(artifact, args) })
      // EIP-161: a contract starts with nonce 1, which its own CREATEs depend on.
      await client.setNonce({ address, nonce: 1 })
      const { data: runtime } = await client.call({ account: admin, to: address })
      await transact({ from: admin, to: address })
      await client.setCode({ address, bytecode: runtime ?? '0x' })
    },
    async send({ to, abi, functionName, args = [], value = 0n, from = admin }) {
      await transact({ from, to, data: encodeFunctionData({ abi, functionName, args }), value })
    },
    async sendMany(calls) {
      const nonces = new Map<Address, number>()
      const transactions: Record<string, Hex>[] = []
      for (const { to, abi, functionName, args = [], value = 0n, from = admin } of calls) {
        const nonce = nonces.get(from) ?? (await client.getTransactionCount({ address: from }))
        nonces.set(from, nonce + 1)
        const data = encodeFunctionData({ abi, functionName, args })
        transactions.push({ from, to, data, value: toHex(value), nonce: toHex(nonce), gas: smallGas })
      }
      const lastBlock = await client.getBlockNumber({ cacheTime: 0 })
      await pauseAutomine(client, async () => {
        for (let start = 0; start < transactions.length; start += batchSize) {
          await requestBatch(client, 'eth_sendTransaction', transactions.slice(start, start + batchSize))
          await client.mine({ blocks: 1 })
        }
        while ((await client.getTxpoolStatus()).pending > 0) await client.mine({ blocks: 1 })
      })
      await assertSucceeded(client, lastBlock + 1n)
    },
  }
}

async function requestBatch(client: DevnetClient, method: string, params: readonly unknown[]): Promise<void> {
  const body = JSON.stringify(params.map((param, id) => ({ jsonrpc: '2.0', id, method, params: [param] })))
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(client.transport.url ?? '', { method: 'POST', headers, body })
  const failure = ((await response.json()) as { error?: unknown }[]).find(({ error }) => error)
  if (failure) throw new DeployError(undefined, { cause: failure.error })
}

async function assertSucceeded(client: DevnetClient, fromBlock: bigint): Promise<void> {
  const toBlock = await client.getBlockNumber({ cacheTime: 0 })
  for (let block = fromBlock; block <= toBlock; block++) {
    const receipts = await requestAny<Receipt[]>(client, 'eth_getBlockReceipts', [toHex(block)])
    if (receipts.some(({ status }) => status !== '0x1')) throw new DeployError(undefined)
  }
}

function creationCode({ abi, bytecode }: Artifact, args: readonly unknown[]): Hex {
  return args.length === 0 ? concatHex([bytecode]) : encodeDeployData({ abi, bytecode, args })
}

export class DeployError extends BaseError {
  readonly code = 'DEVNET_DEPLOY_FAILED'

  constructor(to: Address | undefined, options: { readonly cause?: unknown } = {}) {
    super(
      `A transaction that builds the devnet failed (to ${to ?? 'a new contract'}). Its reason is in \`cause\`.`,
      options,
    )
  }
}
