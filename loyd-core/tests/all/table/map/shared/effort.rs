//! The counts that processes exchange after a layer, and the progress that is reported within a layer.

use std::sync::{Arc, Mutex};

use super::*;
use loyd_core::limits::Progress;

/// All processes receive the same counts of every layer, and the counts add up.
#[test]
fn processes_tell_each_other_what_a_layer_cost() {
    let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7]).unwrap();
    for method in METHODS {
        let told = Mutex::new(Vec::new());
        let drawn = together(3, BUFFERS[0], &[], |_, partnership| {
            let limits = Limits::default();
            let task = MapOptions { together: Some(partnership), ..task(method, 1) };
            let map = map_together(&stack, &task, &mut Meter::new(&limits), &mut |_| ())?;
            let efforts: Vec<Effort> = (0..).map_while(|depth| partnership.layer(depth + 1)).collect();
            // The layer after the last is made, and is empty.
            let last = partnership.last_layer().unwrap();
            assert_eq!((last.depth as usize, last.states), (map.layers.len(), 0), "{method:?}");
            assert_eq!(efforts.last(), Some(&last));
            assert!(efforts.iter().map(|effort| effort.states).eq(map.layers[1..].iter().copied().chain([0])));
            let states = map.states() - map.layers[0];
            assert_eq!(partnership.made(), (states, efforts.iter().map(Effort::bytes).sum()));
            assert_eq!(map.stats.generated, states, "what is found here is not counted twice");
            assert!(
                efforts.iter().all(|effort| effort.waited[effort.slowest()] == *effort.waited.iter().min().unwrap())
            );
            let told_of = |effort: &Effort| (effort.waited.clone(), effort.sent.clone());
            told.lock().unwrap().push(efforts.iter().map(told_of).collect::<Vec<_>>());
            Ok(map)
        });
        drawn.into_iter().for_each(|map| drop(map.unwrap()));
        let told = told.into_inner().unwrap();
        assert!(told.windows(2).all(|two| two[0] == two[1]), "{method:?}");
        // In some layer, every process sends more than the bytes that end its parcels.
        let most = told[0].iter().map(|(_, sent)| sent.iter().min().copied().unwrap()).max();
        assert!(most > Some(1_000), "{method:?}: {most:?}");
    }
}

/// A layer that takes many rounds reports its progress meanwhile, and no limit stops one process within the layer.
#[test]
fn a_layer_tells_how_far_it_is() {
    let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7]).unwrap();
    for method in METHODS {
        let drawn = together(2, BUFFERS[0], &[], |own, partnership| {
            let told = Arc::new(Mutex::new(Vec::new()));
            let tell = Arc::clone(&told);
            let watch = move |progress: &Progress| tell.lock().unwrap().push((progress.layer, progress.nodes));
            // Process 1 has to stop as soon as all processes may stop.
            let nodes = (own == 1).then_some(30_000);
            let limits = Limits { progress: Some(Arc::new(watch)), nodes, ..Limits::default() };
            let task = MapOptions { together: Some(partnership), ..task(method, 1) };
            let map = map_together(&stack, &task, &mut Meter::new(&limits), &mut |_| ())?;
            assert_eq!((map.stopped, map.layers.len()), (Some(Stop::Nodes), 8), "{method:?}");
            let told = told.lock().unwrap();
            let within = told.iter().filter(|(layer, _)| *layer == Some(6));
            let nodes: Vec<u64> = within.map(|(_, nodes)| *nodes).collect();
            assert!(nodes.len() > 2 && nodes.is_sorted() && nodes.first() < nodes.last(), "{method:?}: {nodes:?}");
            Ok(map)
        });
        drawn.into_iter().for_each(|map| drop(map.unwrap()));
    }
}

/// The depth of a checkpoint is known as soon as the checkpoint counts, and after a map continues from it.
#[test]
fn the_depth_of_the_checkpoint_is_known() {
    let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7]).unwrap();
    let place = scratch();
    for (depth, nodes) in [(3, 100), (5, 3_000)] {
        let drawn = together(2, BUFFERS[1], &[], |own, partnership| {
            assert_eq!(partnership.checkpoint(), None);
            let folder = Folder::open(&Folder::of_process(place.path(), own))?;
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let identity = named_for(&stack, Method::Ranks, partnership.share());
            let keep = Keep { folder: &folder, identity, every: None, memory: None };
            let task = MapOptions { keep: Some(keep), together: Some(partnership), ..task(Method::Ranks, 1) };
            let map = map_together(&stack, &task, &mut Meter::new(&limits), &mut |_| ())?;
            assert_eq!((partnership.checkpoint(), map.diameter()), (Some(depth), depth));
            Ok(map)
        });
        drawn.into_iter().for_each(|map| drop(map.unwrap()));
    }
}
