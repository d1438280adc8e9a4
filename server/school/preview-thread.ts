// The thread of one preview, started by api/policies/preview/comparison-thread.ts. It answers once and ends; what it throws ends it too.
import { answerComparison } from '../../api/policies/preview/worker.ts';
import { storeAdapter } from '../data-folder/store-adapter.ts';

answerComparison((location) => storeAdapter(location).openRecordScan());
