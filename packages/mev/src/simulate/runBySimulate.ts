import { type Hex, hexToBigInt, type PublicClient, toHex } from 'viem'
import { unlessUnsupported } from './isUnsupported.ts'
import { type Simulation, type SimulationRequest, toBlockOverrides, toGasBalance } from './simulation.ts'

const someGas = 5_000_000n

type Method = {
  Method: 'eth_simulateV1'
  Parameters: unknown
  ReturnType: readonly { readonly calls: readonly { status: Hex; returnData: Hex; gasUsed: Hex }[] }[]
}

/** Simulates calls with `eth_simulateV1`. Returns null if the node does not support the method or omits results. */
export async function runBySimulate(client: PublicClient, request: SimulationRequest): Promise<Simulation | null> {
  const { blockNumber, calls } = request
  const params = [{ blockStateCalls: [toBlock(request)], validation: false }, toHex(blockNumber)]
  const blocks = await unlessUnsupported(client.request<Method>({ method: 'eth_simulateV1', params }))
  const results = blocks?.[0]?.calls ?? []
  if (results.length !== calls.length) return null
  return {
    method: 'eth_simulateV1',
    results: results.map(({ status, returnData, gasUsed }) => ({
      succeeded: status === '0x1',
      returnData,
      gasUsed: hexToBigInt(gasUsed),
    })),
  }
}

function toBlock({ calls, gasPrice }: SimulationRequest) {
  const price = toHex(gasPrice)
  const encoded = calls.map(({ from, to, data, value = 0n }) => {
    return { from, to, data, value: toHex(value), gas: toHex(someGas) }
  })
  if (gasPrice === 0n) return { calls: encoded }
  const balance = toGasBalance(someGas * BigInt(calls.length), gasPrice)
  return {
    blockOverrides: toBlockOverrides(gasPrice),
    stateOverrides: Object.fromEntries(calls.map(({ from }) => [from, { balance }])),
    calls: encoded.map((call) => ({ ...call, gasPrice: price })),
  }
}
