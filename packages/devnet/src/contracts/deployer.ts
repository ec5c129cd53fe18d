import { setTimeout as sleep } from 'node:timers/promises'
import { OutriggerError } from '@outrigger/core'
import {
  type Abi,
  type Address,
  concatHex,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  parseGwei,
  toEventHash,
  toHex,
} from 'viem'
import { type DevnetClient, pauseAutomine, requestAny } from '../chain/client.ts'
import type { Artifact } from './artifacts.ts'

export type Call = {
  readonly to: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args?: readonly unknown[]
  readonly value?: bigint
  readonly from?: Address
  /** Gas limit for `sendMany`. @default 100000 */
  readonly gas?: bigint
}

/** Deploys contracts on a chain that mines every transaction immediately and accepts any sender. */
export type Deployer = {
  readonly client: DevnetClient
  readonly admin: Address
  /** Deploys at the address given by the admin's nonce. */
  deploy(artifact: Artifact, args?: readonly unknown[]): Promise<Address>
  deployAt(address: Address, artifact: Artifact, args?: readonly unknown[]): Promise<void>
  send(call: Call): Promise<void>
  /** Sends many small calls in few blocks, in order per sender. */
  sendMany(calls: readonly Call[]): Promise<void>
}

type Transaction = { from: Address; to?: Address; data?: Hex; value?: Hex }
type Receipt = {
  status: Hex
  contractAddress: Address | null
  transactionHash: Hex
  logs: readonly { topics: readonly Hex[] }[]
}

const gas = toHex(16_000_000)
const smallGas = 100_000n
/** High enough for rising base fees and competing traffic. */
const fees = { maxFeePerGas: toHex(parseGwei('1000')), maxPriorityFeePerGas: toHex(parseGwei('1')) }
const batchSize = 500
const maxBlocks = 500

export function toDeployer(client: DevnetClient, admin: Address): Deployer {
  const transact = async (transaction: Transaction): Promise<Receipt> => {
    const receipt = await requestAny<Receipt>(client, 'eth_sendTransactionSync', [{ ...transaction, gas }])
    if (hasSucceeded(receipt)) return receipt
    throw await toError(client, transaction)
  }

  return {
    client,
    admin,
    async deploy(artifact, args = []) {
      const { contractAddress } = await transact({ from: admin, data: creationCode(artifact, args) })
      if (!contractAddress) throw new DeployError(undefined)
      return contractAddress
    },
    // The creation code runs at the final address, so constructor, storage, events and `address(this)` match a deployment
    // there. It returns the runtime code with its immutables.
    async deployAt(address, artifact, args = []) {
      await client.setCode({ address, bytecode: creationCode(artifact, args) })
      // A contract starts with nonce 1 (EIP-161), which determines the addresses it creates.
      await client.setNonce({ address, nonce: 1 })
      const { data: runtime } = await client.call({ account: admin, to: address })
      await transact({ from: admin, to: address })
      await client.setCode({ address, bytecode: runtime ?? '0x' })
    },
    async send({ to, abi, functionName, args = [], value = 0n, from = admin }) {
      await transact({ from, to, data: encodeFunctionData({ abi, functionName, args }), value: toHex(value) })
    },
    async sendMany(calls) {
      const nonces = new Map<string, number>()
      const transactions: Record<string, Hex>[] = []
      for (const { to, abi, functionName, args = [], value = 0n, from = admin, gas = smallGas } of calls) {
        const sender = from.toLowerCase()
        // Earlier transactions of the sender may still be pending.
        const nonce = nonces.get(sender) ?? (await client.getTransactionCount({ address: from, blockTag: 'pending' }))
        nonces.set(sender, nonce + 1)
        const data = encodeFunctionData({ abi, functionName, args })
        transactions.push({ from, to, data, value: toHex(value), nonce: toHex(nonce), gas: toHex(gas), ...fees })
      }
      const hashes: Hex[] = []
      await pauseAutomine(client, async () => {
        for (let start = 0; start < transactions.length; start += batchSize) {
          const batch = transactions.slice(start, start + batchSize)
          hashes.push(...(await requestBatch<Hex>(client, 'eth_sendTransaction', batch)))
          await client.mine({ blocks: 1 })
        }
        for (let start = 0; start < hashes.length; start += batchSize) {
          await mineAll(client, hashes.slice(start, start + batchSize))
        }
      })
    },
  }
}

async function requestBatch<result>(
  client: DevnetClient,
  method: string,
  params: readonly unknown[],
): Promise<readonly result[]> {
  const body = JSON.stringify(params.map((param, id) => ({ jsonrpc: '2.0', id, method, params: [param] })))
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(client.transport.url ?? '', { method: 'POST', headers, body })
  const answers = (await response.json()) as { id: number; result: result; error?: unknown }[]
  const failure = answers.find(({ error }) => error)
  if (failure) throw new DeployError(undefined, { cause: failure.error })
  return answers.sort((a, b) => a.id - b.id).map((answer) => answer.result)
}

/** @throws {DeployError} one of them failed, or was not mined within many blocks */
async function mineAll(client: DevnetClient, hashes: readonly Hex[]): Promise<void> {
  for (let block = 0; block < maxBlocks; block++) {
    const receipts = await requestBatch<Receipt | null>(client, 'eth_getTransactionReceipt', hashes)
    const failed = receipts.find((receipt) => receipt !== null && !hasSucceeded(receipt))
    if (failed) throw await toReason(client, failed)
    if (!receipts.includes(null)) return
    // A busy machine takes a while to prepare transactions for a block.
    await sleep(Math.min(5 * block, 50))
    await client.mine({ blocks: 1 })
  }
  throw new DeployError(undefined)
}

async function toReason(client: DevnetClient, { transactionHash }: Receipt): Promise<DeployError> {
  const sent = await requestAny<{ from: Address; to: Address; input: Hex; value: Hex }>(
    client,
    'eth_getTransactionByHash',
    [transactionHash],
  )
  return toError(client, { from: sent.from, to: sent.to, data: sent.input, value: sent.value })
}

/** Compound v2 reports most failures only as `event Failure(uint256 error, uint256 info, uint256 detail)`. */
const failureTopic = toEventHash('Failure(uint256,uint256,uint256)')

function hasSucceeded({ status, logs }: Receipt): boolean {
  return status === '0x1' && !logs.some(({ topics }) => topics[0] === failureTopic)
}

/** Repeats a transaction as a call to get the reason of its failure. */
async function toError(client: DevnetClient, transaction: Transaction): Promise<DeployError> {
  const cause = await requestAny(client, 'eth_call', [transaction, 'latest']).catch((error: unknown) => error)
  return new DeployError(transaction.to, { cause })
}

function creationCode({ abi, bytecode }: Artifact, args: readonly unknown[]): Hex {
  return args.length === 0 ? concatHex([bytecode]) : encodeDeployData({ abi, bytecode, args })
}

export class DeployError extends OutriggerError {
  readonly code = 'DEVNET_DEPLOY_FAILED'

  constructor(to: Address | undefined, options: { readonly cause?: unknown } = {}) {
    super(
      `A transaction that builds the devnet failed (to ${to ?? 'a new contract'}). The reason is in \`cause\`.`,
      options,
    )
  }
}
