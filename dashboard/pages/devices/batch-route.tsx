import './devices.css';

export { BatchPage } from './parts/batch-page.tsx';
