import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { defineFunctions, defineProtocol, type Protocol } from '../../decoder/protocol.ts'
import { emitNft } from '../emitNft.ts'

/**
 * Decodes purchases. Word `dataAt` of each item is the calldata for a marketplace. If that cannot be decoded, emits a
 * trade without a collection.
 */
function purchases(call: Call, list: Args, dataAt: number): void {
  const { actions } = call.state
  for (let i = 0; i < list.length; i++) {
    const before = actions.length
    call.enterSelf(list.tuple(i).bytes(dataAt))
    if (actions.length === before) emitNft('trade', { to: 'sender' })(call)
  }
}

const details = '(uint256,uint256,bytes)'
const erc20s = '(address[],uint256[])'

const gem = defineProtocol({
  id: 'gem',
  name: 'Gem and Genie',
  source: 'https://etherscan.io/accounts/label/gem',
  contracts: [],
  atAnyAddress: defineFunctions({
    [`batchBuyWithETH(${details}[])`]: (call) => purchases(call, call.list(0), 2),
    [`batchBuyWithERC20s(${erc20s},${details}[],(bytes)[],address[])`]: (call) => purchases(call, call.list(1), 2),
    ...each(
      emitNft('trade', { to: 'sender' }),
      `multiAssetSwap(${erc20s},(address,address[],uint256[])[],(address,uint256[],uint256[])[],(bytes)[],${details}[],address[],uint256[2])`,
      `multiAssetSwap(${erc20s},(address,uint256[])[],(address,uint256[],uint256[])[],(bytes)[],${details}[],address[],uint256[2])`,
    ),
  }),
})

const info = '(address,bytes,uint256)'

const reservoir = defineProtocol({
  id: 'reservoir',
  name: 'Reservoir',
  source: 'https://github.com/reservoirprotocol/indexer/blob/main/packages/sdk/src/router/v6/addresses.ts',
  contracts: [
    {
      name: 'ReservoirV6_0_1',
      addresses: {
        ethereum: ['0xc2c862322e9c97d6244a3506655da95f05246fd8', '0x178a86d36d89c7fdebea90b739605da7b131ff6a'],
        polygon: ['0xc2c862322e9c97d6244a3506655da95f05246fd8'],
        optimism: ['0xc2c862322e9c97d6244a3506655da95f05246fd8'],
        arbitrum: ['0xc2c862322e9c97d6244a3506655da95f05246fd8'],
        bsc: ['0xc2c862322e9c97d6244a3506655da95f05246fd8'],
        avalanche: ['0xc2c862322e9c97d6244a3506655da95f05246fd8'],
        base: ['0x1aed60a97192157fda7fb26267a439d523d09c5e'],
        linea: ['0x1aed60a97192157fda7fb26267a439d523d09c5e'],
        scroll: ['0x1aed60a97192157fda7fb26267a439d523d09c5e'],
      },
      functions: defineFunctions(
        each(emitNft('trade', { to: 'sender' }), `execute(${info}[])`, `executeWithAmountCheck(${info}[],${info})`),
      ),
    },
  ],
})

export const aggregators: readonly Protocol[] = [gem, reservoir]
