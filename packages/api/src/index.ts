export { type ApiClient, type ApiClientOptions, createApiClient } from './client/apiClient.ts'
export { ApiAnswerError, ApiError, ServiceUnreachableError } from './client/apiErrors.ts'
