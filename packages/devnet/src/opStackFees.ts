import {
  type Address,
  createPublicClient,
  createTestClient,
  encodePacked,
  type Hex,
  http,
  parseAbi,
  walletActions,
} from 'viem'
import { base } from 'viem/chains'
import { createAnvil } from './chain/anvil.ts'
import { opStack } from './contracts/addresses.ts'
import { npmArtifact } from './contracts/artifacts.ts'

/** L1 values last reported by the sequencer, in wei per gas. */
export type L1Values = {
  readonly baseFee: bigint
  readonly blobBaseFee: bigint
  readonly baseFeeScalar: number
  readonly blobBaseFeeScalar: number
}

/** A chain with only the OP stack's L1Block and GasPriceOracle contracts, to compare fees with. */
export type OpStackFees = {
  readonly rpcUrl: string
  /** Switches from Ecotone to Fjord. This cannot be undone. */
  activateFjord(): Promise<void>
  setL1(values: L1Values): Promise<void>
  /** Calls `getL1Fee` for each unsigned transaction. */
  getL1Fees(unsigned: readonly Hex[]): Promise<readonly bigint[]>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const depositor: Address = '0xDeaDDEaDDeAdDeAdDEAdDEaddeAddEAdDEAd0001'
const oracleAbi = parseAbi([
  'function setEcotone()',
  'function setFjord()',
  'function getL1Fee(bytes) view returns (uint256)',
])
const artifacts = '@eth-optimism/contracts-bedrock/forge-artifacts'
const rich = 10n ** 20n

/** @example await using chain = await startOpStackFees(); await chain.getL1Fees(['0x02']) */
export async function startOpStackFees(): Promise<OpStackFees> {
  const anvil = await createAnvil({ chainId: base.id, args: ['--gas-limit', '1000000000'] })
  const transport = http(anvil.rpcUrl, { batch: { batchSize: 200 }, timeout: 120_000 })
  const client = createPublicClient({ chain: base, transport })
  const operator = createTestClient({ mode: 'anvil', chain: base, transport, account: depositor }).extend(walletActions)
  await operator.setBalance({ address: depositor, value: rich })
  await operator.impersonateAccount({ address: depositor })

  async function send(to: Address | null, data: Hex) {
    const hash = await operator.sendTransaction({ to, data, chain: base })
    return client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  }
  async function place(name: string, address: Address) {
    const { bytecode } = npmArtifact(`${artifacts}/${name}.sol/${name}.json`)
    const { contractAddress } = await send(null, bytecode)
    const code = await client.getCode({ address: contractAddress as Address })
    await operator.setCode({ address, bytecode: code as Hex })
  }
  const callOracle = async (functionName: 'setEcotone' | 'setFjord') => {
    const hash = await operator.writeContract({
      address: opStack.gasPriceOracle,
      abi: oracleAbi,
      functionName,
      chain: base,
    })
    await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  }
  await place('L1Block', opStack.l1Block)
  await place('GasPriceOracle', opStack.gasPriceOracle)
  await callOracle('setEcotone')

  return {
    rpcUrl: anvil.rpcUrl,
    activateFjord: () => callOracle('setFjord'),
    // The format from Ecotone on, packed after the selector. https://specs.optimism.io/protocol/ecotone/l1-attributes.html
    async setL1({ baseFee, blobBaseFee, baseFeeScalar, blobBaseFeeScalar }) {
      const packed = encodePacked(
        ['uint32', 'uint32', 'uint64', 'uint64', 'uint64', 'uint256', 'uint256', 'bytes32', 'bytes32'],
        [
          baseFeeScalar,
          blobBaseFeeScalar,
          0n,
          1n,
          1n,
          baseFee,
          blobBaseFee,
          `0x${'11'.repeat(32)}`,
          `0x${'22'.repeat(32)}`,
        ],
      )
      const { status } = await send(opStack.l1Block, `0x440a5e20${packed.slice(2)}`)
      if (status !== 'success') throw new RangeError('L1Block rejected its values.')
    },
    getL1Fees: (unsigned) =>
      Promise.all(
        unsigned.map((data) =>
          client.readContract({
            address: opStack.gasPriceOracle,
            abi: oracleAbi,
            functionName: 'getL1Fee',
            args: [data],
          }),
        ),
      ),
    close: anvil.close,
    [Symbol.asyncDispose]: anvil.close,
  }
}
