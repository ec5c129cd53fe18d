import { startDevnet } from '@outrigger/devnet'
import { concat, createPublicClient, http, keccak256, type PublicClient, parseAbi, toHex } from 'viem'
import { expect, it } from 'vitest'
import { createBlockReader } from '../reads/blockReader.ts'
import { getDataFee } from './getDataFee.ts'
import { toGasUsd } from './sizing/computePair.ts'

it('is at least what the rollup charges for such a transaction, and part of the gas cost', async () => {
  await using devnet = await startDevnet({ chains: ['base', 'arbitrum'], blockTimeMs: 0, silent: true })
  const [base, arbitrum] = [devnet.chains.base, devnet.chains.arbitrum].map(({ rpcUrl }) =>
    createPublicClient({ transport: http(rpcUrl) }),
  ) as [PublicClient, PublicClient]
  // Incompressible data.
  const data = concat(Array.from({ length: 16 }, (_, index) => keccak256(toHex(index))))

  const charged = await base.readContract({
    address: '0x420000000000000000000000000000000000000F',
    args: [data],
    functionName: 'getL1Fee',
    abi: parseAbi(['function getL1Fee(bytes) view returns (uint256)']),
  })
  const bound = await getDataFee(await createBlockReader(base), 'opStack')
  expect(charged).toBeGreaterThan(0n)
  expect(bound).toBeGreaterThanOrEqual(charged)
  expect(bound).toBeLessThan((charged * 11n) / 10n)

  const [gasForL1, baseFee] = await arbitrum.readContract({
    address: '0x00000000000000000000000000000000000000C8',
    functionName: 'gasEstimateL1Component',
    args: ['0x0000000000000000000000000000000000000001', false, data],
    abi: parseAbi(['function gasEstimateL1Component(address, bool, bytes) view returns (uint64, uint256, uint256)']),
  })
  const fee = await getDataFee(await createBlockReader(arbitrum), 'arbitrum')
  expect(gasForL1).toBeGreaterThan(0n)
  expect(fee - gasForL1 * baseFee).toBeGreaterThanOrEqual(0n)
  expect(fee - gasForL1 * baseFee).toBeLessThan(baseFee)

  expect(await getDataFee(await createBlockReader(base), 'eip1559')).toBe(0n)
  const gasCost = { weiPerGas: 10n ** 7n, nativePriceUsd: 3_000 }
  const [without, withFee] = [toGasUsd(500_000n, gasCost), toGasUsd(500_000n, { ...gasCost, dataFeeWei: 10n ** 13n })]
  expect(withFee - without).toBeCloseTo(0.03, 12)
}, 120_000)
