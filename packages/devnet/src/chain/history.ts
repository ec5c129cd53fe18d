import { type Address, toHex } from 'viem'
import { type DevnetClient, pauseAutomine, requestAny } from './client.ts'

const blockCount = 64
const burner = '0x00000000000000000000000000000000000000fe'

/**
 * Mines a short history: half-full blocks, which keep the base fee constant (EIP-1559), with a tip in each. An anvil with a
 * loaded state has `eth_feeHistory` only for blocks it has mined itself, and fee oracles need it immediately.
 */
export async function mineHistory(
  client: DevnetClient,
  { from, gasLimit, baseFeePerGas, blockTimeMs }: HistoryParameters,
): Promise<void> {
  const intervalSeconds = Math.max(1, Math.round(blockTimeMs / 1_000))
  const startSeconds = Math.floor(Date.now() / 1_000) - (blockCount - 1) * intervalSeconds
  // INVALID burns all its gas without using CPU time.
  await client.setCode({ address: burner, bytecode: '0xfe' })
  // Anvil's clock starts at the current time and rejects earlier blocks.
  await requestAny(client, 'evm_setTime', [startSeconds])
  await pauseAutomine(client, async () => {
    for (let block = 0; block < blockCount; block++) {
      const tip = baseFeePerGas / 10n + (baseFeePerGas * BigInt(block % 5)) / 50n
      const fees = { maxFeePerGas: toHex(baseFeePerGas * 3n), maxPriorityFeePerGas: toHex(tip) }
      // Set for each block, because on a busy machine the chain's interval may have mined an empty block in between.
      await client.setNextBlockBaseFeePerGas({ baseFeePerGas })
      await requestAny(client, 'eth_sendTransaction', [{ from, to: burner, gas: toHex(gasLimit / 2), ...fees }])
      await mineAt(client, startSeconds + block * intervalSeconds)
    }
  })
}

/** Mines a block at that second, or at the next free one if the chain's interval was faster. */
async function mineAt(client: DevnetClient, second: number, attempts = 5): Promise<void> {
  try {
    await requestAny(client, 'evm_mine', [second])
  } catch (error) {
    const { timestamp } = await client.getBlock()
    if (attempts === 1 || timestamp < second) throw error
    await mineAt(client, Number(timestamp) + 1, attempts - 1)
  }
}

type HistoryParameters = {
  /** An account that anvil signs for. */
  readonly from: Address
  readonly gasLimit: number
  readonly baseFeePerGas: bigint
  readonly blockTimeMs: number
}
