import { deployedOn } from '../../decoder/deployedOn.ts'
import { defineProtocol } from '../../decoder/protocol.ts'
import { balancerV2Vaults } from './factories.ts'
import { exchangeProxyFunctions, poolFunctions } from './v1.ts'
import { v3Functions } from './v3.ts'
import { relayerFunctions, vaultFunctions } from './vault.ts'

export const balancerV1 = defineProtocol({
  id: 'balancer_v1',
  name: 'Balancer V1',
  source: 'https://docs-v1.balancer.finance/smart-contracts/addresses',
  contracts: [
    {
      name: 'ExchangeProxy',
      addresses: {
        ethereum: ['0x3e66b66fd1d0b02fda6c811da9e0547970db2f21', '0x6317c5e82a06e1d8bf200d21f4510ac2c038ac81'],
      },
      functions: exchangeProxyFunctions,
    },
  ],
  atAnyAddress: poolFunctions,
})

export const balancerV2 = defineProtocol({
  id: 'balancer_v2',
  name: 'Balancer V2',
  source: 'https://docs-v2.balancer.fi/reference/contracts/deployment-addresses/mainnet.html',
  contracts: [
    {
      name: 'Vault',
      addresses: deployedOn(
        ['ethereum', 'bsc', 'polygon', 'arbitrum', 'avalanche', 'gnosis', 'optimism', 'base', 'sonic'],
        balancerV2Vaults.vault,
      ),
      functions: vaultFunctions,
    },
    {
      name: 'BalancerRelayer',
      addresses: {
        arbitrum: ['0x9b892e515d2ab8869f17488d64b3b918731cc70d'],
        avalanche: ['0xa084c11cb55e67c9becf9607f1dbb20ec4d5e7b2'],
        // v5 and v6, the present one: https://github.com/balancer/balancer-deployments, Balancer's documentation.
        base: ['0x76f7204b62f554b79d444588edac9dfa7032c71a', '0x7c3c773c878d2238a9b64d8cee02377bf07ed06a'],
        bsc: ['0xf41d6de4bbe9919d87bc1e5cc3335549e2a1a6c0'],
        gnosis: ['0x2163c2fcd0940e84b8a68991bf926edfb0cd926c'],
        ethereum: ['0x35cea9e57a393ac66aaa7e25c391d52c74b5648f'],
        optimism: ['0x015aca20a1422f3c729086c17f15f10e0cfbc75a'],
        polygon: ['0xb1ed8d3b5059b3281d43306cc9d043ce8b22599b'],
      },
      functions: relayerFunctions,
    },
  ],
  // Beethoven X, Symmetric and other deployments of the same vault.
  atAnyAddress: vaultFunctions,
})

export const balancerV3 = defineProtocol({
  id: 'balancer_v3',
  name: 'Balancer V3',
  source: 'https://docs.balancer.fi/developer-reference/contracts/deployment-addresses/mainnet.html',
  contracts: [],
  atAnyAddress: v3Functions,
})
